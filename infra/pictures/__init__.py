"""Pictures of every page and phase, for whoever looks at the design next."""
