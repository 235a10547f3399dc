// The development server would move the package's script away from its module. A production build does not need this.
export default { optimizeDeps: { exclude: ["ricordo"] } };
