/**
 * The storefront part names its files as they are called once compiled, as ES modules must. Here they are what they are
 * compiled from.
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
