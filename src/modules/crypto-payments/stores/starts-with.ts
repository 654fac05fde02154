/** A condition on a prefix, with the wildcards of LIKE taken literally, as one that an index with text_pattern_ops serves. */
export const startsWith = (column: string, prefix: string): [sql: string, bindings: string[]] => [
  `${column} LIKE ?`,
  [`${prefix.replace(/[\\%_]/g, "\\$&")}%`],
]
