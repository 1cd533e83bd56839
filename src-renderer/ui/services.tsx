/** What every part of the interface is handed: the client of the core, the state of the link, preferences and docks. */
import { notifications } from '@mantine/notifications'
import { createContext, isValidElement, useContext, type ReactElement, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { toAppError } from '../../src-shared/errors'
import type { Client } from '../../src-shared/rpc/client'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import type { BatonContract, Info, Preferences } from '../../src-shared/rpc/contract'
import type { LinkStatus } from '../link/connect'
import { message, type Message } from '../../src-shared/languages/translate'
import type { Docks, DocksStore } from './docks-store'
import { Said } from './language'
import type { LanguageStore } from './language-store'
import type { Pictures } from './pictures-store'
import type { PreferencesStore } from './preferences-store'

/** Of one window; what was typed in forms and not saved hangs on it (`form-drafts.ts`). */
export type FormDrafts = { readonly of: 'window' }

export type Services = {
  client: Client<BatonContract>
  info: Info
  link: StoreApi<LinkStatus>
  preferences: PreferencesStore
  language: LanguageStore
  docks: DocksStore
  /** Pictures of answers that were fetched. */
  pictures: Pictures
  /** The connections as they were last read. */
  connections: { known: readonly ConnectionView[] }
  drafts: FormDrafts
  /** What is said to a flow as soon as its chat is open. */
  firstWords: FirstWords
  /** Opens a flow by its id. */
  openFlow: (id: string) => void
  /** Goes to the list of flows. */
  openLibrary: () => void
  /** Shows what a `baton://` link brings; nothing is fetched, stored or run before the person says so. */
  openLink: (link: string) => void
}

export type FirstWords = {
  put: (flowId: string, text: string) => void
  /** The words for a flow, once; null where there are none. */
  take: (flowId: string) => string | null
}

export function createFirstWords(): FirstWords {
  const waiting = new Map<string, string>()
  return {
    put: (flowId, text) => void waiting.set(flowId, text),
    take(flowId) {
      const text = waiting.get(flowId) ?? null
      waiting.delete(flowId)
      return text
    },
  }
}

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext.Provider value={services}>{children}</ServicesContext.Provider>
}

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('This part of the interface is drawn outside of the app.')
  return services
}

/** A part of the preferences; the selector must return something stable. */
export function usePreferences<T>(select: (preferences: Preferences) => T): T {
  return useStore(useServices().preferences.store, select)
}

/** A part of the docks' state. */
export function useDocks<T>(select: (docks: Docks) => T): T {
  return useStore(useServices().docks.store, select)
}

/** Shows a failure as a notification; a stopped call is no failure. */
export function notifyError(title: string | Message, cause: unknown): void {
  const error = toAppError(cause)
  if (error.code === 'cancelled') return
  notifications.show({
    color: 'red',
    title: <Said message={title} />,
    message: <Said message={error.said} />,
    autoClose: 10_000,
  })
}

/** Shows what failed of several things of one sort, each with its reason, as one notification. */
export function notifyErrors(
  title: Message,
  failures: readonly { readonly name: string; readonly cause: unknown }[],
): void {
  notifications.show({
    color: 'red',
    title: <Said message={title} />,
    message: failures.map(({ name, cause }, at) => (
      <div key={`${at} ${name}`}>
        <Said message={message('“{name}”: {why}', { name, why: toAppError(cause).said })} />
      </div>
    )),
    autoClose: 10_000 + 2000 * failures.length,
  })
}

/** Shows a short message, in the language of the moment it is looked at. */
export function notify(message: string | Message | ReactElement, id?: string): string {
  const shown = isValidElement(message) ? message : <Said message={message} />
  return notifications.show({ message: shown, autoClose: 6000, ...(id === undefined ? {} : { id }) })
}
