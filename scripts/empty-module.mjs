// Stands for packages that others load on demand for what we never ask of them; see vite.config.ts.
export default {};
