export const attention = {}
