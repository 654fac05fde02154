const BLOCK = /<!-- install:medusa-config -->\s*```ts\n([\s\S]*?)```/

/** The medusa-config.ts that the README tells a store owner to write, so that the two cannot drift apart. */
export function configOfReadme(readme: string): string {
  const [, config] = BLOCK.exec(readme) ?? []
  if (!config) throw new Error("README.md has no code block marked with <!-- install:medusa-config -->")
  return config
}
