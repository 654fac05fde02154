/** As many as most bodies have. */
const FIRST_BYTES = 1024

/**
 * Bytes that come in pieces, copied into one buffer that grows. Pieces that are kept cost some 200 bytes each, and a sender
 * may send one byte at a time.
 */
export class CollectedBytes {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #size = 0

  /** @param max bytes that are held at the most */
  constructor(private readonly max: number) {}

  /** @returns false for a piece with which there are more than `max` bytes; it is not held */
  add(piece: Buffer): boolean {
    const size = this.#size + piece.length
    if (size > this.max) return false
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.max, Math.max(size, 2 * this.#buffer.length)))
      this.#buffer.copy(larger, 0, 0, this.#size)
      this.#buffer = larger
    }
    piece.copy(this.#buffer, this.#size)
    this.#size = size
    return true
  }

  /** What has come so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }
}
