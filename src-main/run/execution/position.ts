/**
 * Places in a thread's stream of events. A stored event stands at its row; tokens, which are not stored, stand between
 * the row before them and the next one: `17.3` is the third token after row 17.
 */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'

/** `token` is 0 for the row itself. */
export type Position = { readonly row: number; readonly token: number }

/** Whether the first stands after the second. */
export function isAfter(first: Position, second: Position): boolean {
  return first.row > second.row || (first.row === second.row && first.token > second.token)
}

/** A position as the id of a stream item. */
export function positionId({ row, token }: Position): string {
  return token === 0 ? String(row) : `${row}.${token}`
}

/** The position of a stream item's id; null stands before everything. Throws `bad-input` for anything else. */
export function parsePosition(id: string | null): Position {
  if (id === null) return { row: 0, token: 0 }
  const [, row, token = '0'] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(id) ?? []
  if (row === undefined)
    throw new AppError('bad-input', message('“{id}” is not a place in a thread. Follow it from its beginning.', { id }))
  return { row: Number(row), token: Number(token) }
}
