/** The lines of `docs/architecture.md` that say who calls a room, made from the import table; all else on that page is written by hand. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOMS, roomsOf, sideOf, type Room } from '../lint/import-table.mjs'
import { root } from '../setup.mjs'

const CALLED = /^Called by .*$/m
const SIDES = [...new Set(ROOMS.map(sideOf))]

/** A room as the page heads its paragraph: a folder with a slash, a file with its ending, one that is several of both as it is called. */
export function titleOf(room: Room): string {
  const name = room.name.slice(sideOf(room).length + 1)
  if (room.files !== undefined) return name
  return existsSync(join(root, `${room.name}.ts`)) ? `${name}.ts` : `${name}/`
}

/** Who calls a room, in a sentence. */
export function callersLine(room: Room): string {
  const callers = ROOMS.filter((other) => roomsOf(other).includes(room.name))
  const own = sideOf(room)
  const bySide = [own, ...SIDES.filter((side) => side !== own)].flatMap((side) => {
    const there = callers.filter((caller) => sideOf(caller) === side)
    const words = sideWords(side, there)
    if (there.length === 0) return []
    return [side === own || words.includes(side) ? words : `${words} of ${side}`]
  })
  const started = room.startedBy === undefined ? [] : [room.startedBy]
  return `Called by ${[...started, ...bySide].join('; ') || 'nobody'}.`
}

/** The rooms by name, or their number where they are most of a side. */
function sideWords(side: string, there: readonly Room[]): string {
  const all = ROOMS.filter((room) => sideOf(room) === side).length
  if (there.length > 6 && there.length > all / 2) return `${there.length} of the ${all} rooms of ${side}`
  return there.map((room) => `\`${titleOf(room)}\``).join(', ')
}

export type RoomParagraph = { side: string; title: string; text: string }

/** The paragraphs of a page that begin with the name of a room, below the heading of a side. */
export function roomParagraphs(page: string): RoomParagraph[] {
  const sections = page.split(/^###? /m).filter((section) => SIDES.some((side) => section.startsWith(`${side}:`)))
  return sections.flatMap((section) =>
    section.split(/\n\n+/).flatMap((text) => {
      const title = /^\*\*`([^`]+)`\*\*/.exec(text)?.[1]
      return title === undefined ? [] : [{ side: section.slice(0, section.indexOf(':')), title, text: text.trimEnd() }]
    }),
  )
}

/** The page as the import table has it. */
export function withCallers(page: string): string {
  const paragraphs = roomParagraphs(page)
  return ROOMS.reduce((written, room) => {
    const found = paragraphs.find(({ side, title }) => side === sideOf(room) && title === titleOf(room))
    if (found === undefined) return written
    const line = callersLine(room)
    const text = CALLED.test(found.text) ? found.text.replace(CALLED, line) : `${found.text}\n${line}`
    return written.replace(found.text, text)
  }, page)
}
