/** White strokes, 2 units wide, on a disc of 24 by 24 units. */
type Mark = { color: string; path: string }

/** One entry per asset, drawn for this plugin. White on each color has a contrast of at least 4.5. */
const MARKS: ReadonlyMap<string, Mark> = new Map(
  Object.entries({
    BTC: {
      color: "#b45f06",
      path: "M9.5 7v10M8 7h5a2.5 2.5 0 0 1 0 5H9.5M13 12h.5a2.5 2.5 0 0 1 0 5H8M11 5v2m2.5-2v2M11 17v2m2.5-2v2",
    },
    LTC: { color: "#345d9d", path: "M11.5 6l-2.5 11.5h7M7.5 14l6-2.5" },
    DOGE: { color: "#8a6d1a", path: "M9.5 7v10H12a5 5 0 0 0 0-10H9.5M7 12h5.5" },
    DASH: { color: "#0b6bb5", path: "M9.5 7.5h5.2c2 0 2.7 1.2 2.3 3l-.5 2.5c-.4 2-1.8 3.5-4 3.5H8M7 12h4.5" },
    USDC: {
      color: "#2563a8",
      path: "M14.6 9.8c-.3-1-1.3-1.6-2.6-1.6-1.5 0-2.5.7-2.5 1.85 0 2.5 5.1 1.3 5.1 4 0 1.2-1.1 1.95-2.6 1.95-1.4 0-2.4-.6-2.7-1.7M12 6.5v1.7m0 7.8v1.7M8.8 5a7.7 7.7 0 0 0 0 14M15.2 5a7.7 7.7 0 0 1 0 14",
    },
    USDT: {
      color: "#1b7a5c",
      path: "M7.5 7h9M12 7v11M12 10.5c-3.5 0-5.8.7-5.8 1.6s2.3 1.6 5.8 1.6 5.8-.7 5.8-1.6-2.3-1.6-5.8-1.6",
    },
  }),
)

/** The mark of an asset. An asset without an entry shows its first letter. */
export const markOf = (asset: string): Mark | { color: string; letter: string } =>
  MARKS.get(asset) ?? { color: "#52525b", letter: asset.slice(0, 1) }
