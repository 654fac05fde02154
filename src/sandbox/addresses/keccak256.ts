/**
 * Keccak-256 as Ethereum uses it. It is not SHA3-256, which node:crypto has: the padding differs
 * (0x01 here, 0x06 in FIPS 202). Written for shortness; a hash takes about a millisecond.
 */
const LANES = 25
const ROUNDS = 24
const RATE_BYTES = 136

const rotate = (lane: bigint, bits: number): bigint =>
  BigInt.asUintN(64, (lane << BigInt(bits)) | (lane >> BigInt(64 - bits)))

/** Lane (x, y) of the five by five state; both wrap around. */
const index = (x: number, y: number): number => (x % 5) + 5 * (y % 5)

function permute(state: BigUint64Array): void {
  const lane = (x: number, y: number): bigint => state[index(x, y)] ?? 0n
  // The round constants come out of an eight-bit shift register, FIPS 202 algorithm 5.
  let register = 1
  for (let round = 0; round < ROUNDS; round++) {
    const parity = [0, 1, 2, 3, 4].map((x) => lane(x, 0) ^ lane(x, 1) ^ lane(x, 2) ^ lane(x, 3) ^ lane(x, 4))
    const column = (x: number): bigint => parity[x % 5] ?? 0n
    state.forEach((value, i) => {
      state[i] = value ^ column(i + 4) ^ rotate(column(i + 1), 1)
    })

    // Rho and pi in one walk: each lane is turned and moved to where the next one was.
    let [x, y, carried] = [1, 0, lane(1, 0)]
    for (let step = 0; step < LANES - 1; step++) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = lane(x, y)
      state[index(x, y)] = rotate(carried, (((step + 1) * (step + 2)) / 2) % 64)
      carried = next
    }

    const before = state.slice()
    const old = (column: number, row: number): bigint => before[index(column, row)] ?? 0n
    before.forEach((value, i) => {
      const [column, row] = [i % 5, Math.floor(i / 5)]
      state[i] = value ^ (~old(column + 1, row) & old(column + 2, row))
    })

    for (let bit = 0; bit < 7; bit++) {
      register = ((register << 1) ^ ((register >> 7) * 0x171)) & 0xff
      if (register & 2) state[0] = lane(0, 0) ^ (1n << BigInt((1 << bit) - 1))
    }
  }
}

/** Keccak-256 of the bytes: 32 bytes. */
export function keccak256(message: Uint8Array): Buffer {
  const padded = Buffer.alloc((Math.floor(message.length / RATE_BYTES) + 1) * RATE_BYTES)
  padded.set(message)
  padded.writeUInt8(padded.readUInt8(message.length) | 0x01, message.length)
  padded.writeUInt8(padded.readUInt8(padded.length - 1) | 0x80, padded.length - 1)

  const state = new BigUint64Array(LANES)
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let i = 0; i < RATE_BYTES / 8; i++) state[i] = (state[i] ?? 0n) ^ padded.readBigUInt64LE(block + i * 8)
    permute(state)
  }
  const hash = Buffer.alloc(32)
  for (let i = 0; i < 4; i++) hash.writeBigUInt64LE(state[i] ?? 0n, i * 8)
  return hash
}
