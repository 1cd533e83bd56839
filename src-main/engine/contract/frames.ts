/** The one way to make a frame: a node that has the baton, or one that leads a conversation within another one. */
import type { ItemRun } from '../state/item-state'
import type { AskedRun, ChatRun, Frame } from '../state/state'

/** Where a frame stands; absent: it came over no edge, nobody waits for it, and its steps are given when it is entered. */
export type FramePlace = Pick<Frame, 'node' | 'scope'> & Partial<Pick<Frame, 'edge' | 'returnTo' | 'todo'>>

/** What it is to the frame below. One that leads a conversation works for the one below. */
export type FrameRole =
  | Pick<Frame, 'isWorker' | 'isGuest' | 'call'>
  | { isWorker: true; chat: ChatRun }
  | { isWorker: true; asked: AskedRun }
  | { isWorker: true; item: ItemRun }

/** A new frame. */
export function frameOf(place: FramePlace, role: FrameRole = {}): Frame {
  return { todo: [], steer: [], edge: null, returnTo: null, ...place, ...role }
}
