"""The laboratory in a browser: pages and an API over the same requests as the command line."""
