/** The storefront's ES modules import each other by their compiled names (.js). This resolves them to sources. */
module.exports = (path, options) => {
  const own = /^[.]{1,2}[/].*[.]js$/.test(path) && !options.basedir.includes("node_modules")
  if (!own) return options.defaultResolver(path, options)
  try {
    return options.defaultResolver(path.replace(/[.]js$/, ""), options)
  } catch {
    return options.defaultResolver(path, options)
  }
}
