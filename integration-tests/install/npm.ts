const end = process.platform === "win32" ? ".cmd" : ""

export const npm = `npm${end}`
export const npx = `npx${end}`
