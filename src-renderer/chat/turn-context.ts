/** Which turn a message belongs to, and which ways the conversation took there. */
import { createContext, use } from 'react'
import type { Branch } from '../forks/branches'

export type TurnFacts = { turn: number }

/** Null: the message is not of the thread's own turns. */
export const TurnContext = createContext<TurnFacts | null>(null)

/** By the number of a turn, where there are several. */
export const BranchContext = createContext<ReadonlyMap<number, readonly Branch[]>>(new Map())

export function useBranches(turn: number): readonly Branch[] {
  return use(BranchContext).get(turn) ?? []
}
