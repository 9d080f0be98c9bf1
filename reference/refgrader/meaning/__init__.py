"""What a tree means: a number, a set, a relation, words … (READ-1): still undecided where only the gold can tell."""
