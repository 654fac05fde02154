export default async function globalTeardown(): Promise<void> {
  await Promise.all((globalThis.afterTests ?? []).map((stop) => stop()))
}
