/**
 * The Authorization header of RFC 7617, with both parts as UTF-8.
 * @throws TypeError for a user-id with a colon, or a control character in either part (RFC 7617 section 2)
 */
export function basicAuth(user: string, password: string): string {
  if (user.includes(":")) throw new TypeError("a colon in the user name")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(user + password)) throw new TypeError("a control character")
  return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`
}
