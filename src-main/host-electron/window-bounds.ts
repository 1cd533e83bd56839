/** Where the window was when it was closed, so that it comes back there. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(640).max(20_000),
  height: z.number().int().min(480).max(20_000),
  isMaximized: z.boolean(),
})

/** A place on the screens, in device-independent pixels. */
export type WindowBounds = z.infer<typeof boundsSchema>

type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The remembered bounds; null when there are none, or when no screen shows enough of them to grasp the window. */
export function readBounds(dataDir: string, screens: readonly Rectangle[]): WindowBounds | null {
  const parsed = boundsSchema.safeParse(readJson(fileIn(dataDir)))
  if (!parsed.success) return null
  const { x, y, width } = parsed.data
  const isReachable = screens.some((screen) => {
    const shownWidth = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x)
    return shownWidth >= 100 && y >= screen.y && y <= screen.y + screen.height - 50
  })
  return isReachable ? parsed.data : null
}

/** Remembers the bounds. A folder that cannot be written costs only the memory. */
export function writeBounds(dataDir: string, bounds: WindowBounds): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(fileIn(dataDir), `${JSON.stringify(bounds)}\n`)
  } catch {
    return
  }
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'window.json')
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
