/** The thread of each flow that was open last, in the person's preferences; empty: a new one. */
import { z } from 'zod'
import type { PreferencesStore } from './preferences-store'

const lastThreadsSchema = z.record(z.string(), z.string())
const REMEMBERED_FLOWS = 200

function all({ store }: PreferencesStore): { [flowId: string]: string } {
  const parsed = lastThreadsSchema.safeParse(store.getState()['lastThreads'])
  return parsed.success ? parsed.data : {}
}

export function lastThreadOf(preferences: PreferencesStore, flowId: string): string | null {
  return all(preferences)[flowId] ?? null
}

export function rememberThread(preferences: PreferencesStore, flowId: string, threadId: string): void {
  const { [flowId]: before, ...others } = all(preferences)
  if (before === threadId) return
  const kept = Object.fromEntries(Object.entries(others).slice(-REMEMBERED_FLOWS))
  preferences.change({ lastThreads: { ...kept, [flowId]: threadId } })
}
