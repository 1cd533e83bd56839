/** What comes from outside to be opened: flow files that are double-clicked, dropped on the icon or named on the command line, and `baton://` links. */

import path from 'node:path'
import { isFlowLink, LONGEST_LINK } from '../../src-shared/flow-links/flow-link'
import { isFlowFile } from '../platform/flow-file'

/** The flow files among the arguments of a start, as absolute paths, and the links as they are; `directory` is where it was started. */
export function openedIn(argv: readonly string[], directory: string): string[] {
  return argv.slice(1).flatMap((argument) => {
    if (isFlowLink(argument)) return [argument]
    return isFlowFile(argument) && !argument.startsWith('-') ? [path.resolve(directory, argument)] : []
  })
}

/** The place of the app that shows a link for a person to look at; what is too long for one is cut, and refused there. */
export function linkPlace(link: string): string {
  return `/link/${encodeURIComponent(link.slice(0, LONGEST_LINK + 1).toWellFormed())}`
}
