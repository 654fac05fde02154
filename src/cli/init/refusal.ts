/** Keeps the command from beginning, in words for the store's owner. */
export class Refusal extends Error {}
