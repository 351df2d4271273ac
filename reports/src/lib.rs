//! Plots and tables of how order keys grow.
