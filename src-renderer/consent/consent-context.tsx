/** The consents of the open flow, handed to whatever runs something or shows what is allowed. */
import { createContext, useContext, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useEditor } from '../editor/editor-context'
import { useServices } from '../ui/services'
import { createConsentStore, type ConsentState, type ConsentStore } from './consent-store'

const ConsentContext = createContext<ConsentStore | null>(null)

/** Belongs inside the editor's provider and round everything that runs the flow. */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const { flowId } = useEditor()
  const { client } = useServices()
  const [store] = useState(() => createConsentStore({ client, flowId }))
  return <ConsentContext.Provider value={store}>{children}</ConsentContext.Provider>
}

export function useConsentStore(): ConsentStore {
  const store = useContext(ConsentContext)
  if (store === null) throw new Error('This part of the interface needs a ConsentProvider around it.')
  return store
}

/** A part of the consents' state; the selector must return something stable. */
export function useConsent<T>(select: (state: ConsentState) => T): T {
  return useStore(useConsentStore(), select)
}
