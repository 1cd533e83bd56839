/** Which pictures of a prompt are sent, and what stands in the place of the others. */
import { builtInText } from '../../../src-shared/agents/prompts'
import type { Picture } from '../../../src-shared/run/log/pictures'
import type { Prompt, PromptMessage } from '../contract/prompt'
import type { Dialect } from './dialects'

/** A picture of a prompt: sent as it is, or a line that says why it is not. */
export type ShownPicture = Picture | string

const NONE: readonly Picture[] = []

/** The pictures that a message brings into the prompt, in their order. */
export function picturesIn(message: PromptMessage): readonly Picture[] {
  if (message.kind === 'said' && message.pictures === undefined) return NONE
  if (message.kind === 'calls') return message.calls.flatMap(({ pictures = [] }) => pictures)
  return message.kind === 'said' && message.by !== 'self' ? (message.pictures ?? NONE) : NONE
}

/**
 * Says of each picture whether it is sent: the newest that the server takes. To be asked once for each, in the order of the prompt. Older
 * ones become notes, so the beginning of a long conversation changes with each new picture, as it does when it is cut.
 */
export function picturesToShow(
  { history, language }: Prompt,
  { pictures: most, picturesRefused }: Dialect,
): (picture: Picture) => ShownPicture {
  const why = picturesRefused === true ? 'pictureRefused' : most === 0 ? 'pictureUnread' : 'pictureOld'
  const count = history.reduce((sum, message) => sum + picturesIn(message).length, 0)
  let left = why === 'pictureOld' ? count - most : count
  return (picture) => {
    left -= 1
    const { name, width, height } = picture
    return left < 0 ? picture : builtInText(language, why, { name, size: `${width}x${height}`, most })
  }
}
