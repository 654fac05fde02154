"use client"
/** React's hooks, in one import for all files: a bundle that leaves React out repeats each import. */
export { useCallback, useEffect, useMemo, useRef, useState } from "react"
