"""The board: numbered spaces, sight, what stands and lies there, Objectives, and what is put on spaces."""
