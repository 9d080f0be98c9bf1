"""The sample `cases/wild`: how it was drawn, labelled for a second time without the first labels, and written down."""
