// The development server would move the package's script away from its module. Built, it needs nothing of this.
export default { optimizeDeps: { exclude: ["ricordo"] } };
