/** What the core and the worker thread of rehearsal patterns say to each other. */
import { type Message } from '../../src-shared/languages/translate'

/** A regular expression and the text that it is tried on. */
export type PatternTest = { source: string; flags: string; text: string }

/** Of which list do all tests hold first? No pattern may take longer than `patternMs`, nor all of them longer than `totalMs`. */
export type PatternQuestion = { lists: readonly (readonly PatternTest[])[]; patternMs: number; totalMs: number }

/** `list`: its place; null: none. `fault`: what is wrong with the pattern at the place `test` of it, as the end of "the pattern ...". */
export type PatternAnswer = { list: number | null; fault?: { test: number; words: Message } }
