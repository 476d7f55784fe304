"""The pages: views and their forms, a package for each family."""
