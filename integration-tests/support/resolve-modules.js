/**
 * The storefront component imports files by their compiled names (.js), as ES modules require. This resolves them to
 * their sources.
 */
module.exports = (path, options) => {
  const own = /^[.]{1,2}[/].*[.]js$/.test(path) && !options.basedir.includes("node_modules")
  if (!own) return options.defaultResolver(path, options)
  try {
    return options.defaultResolver(path.replace(/[.]js$/, ""), options)
  } catch {
    return options.defaultResolver(path, options)
  }
}
