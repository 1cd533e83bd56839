/** What the frame of the window shows over everything else: dialogs that any command may open. */
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SettingsPage } from '../settings/SettingsDialog'
import type { Compared } from '../versions/sides'

export type Shell = {
  settingsOpen: boolean
  /** What the settings begin with. */
  settingsPage: SettingsPage
  /** The versions are shown in the place of the drawing, and which two are compared at first; null: they are not. */
  versions: { begin: Compared | null } | null
  /** A version is being named, to be kept. */
  keepingVersion: boolean
  /** Finding and replacing in all texts of the flow. */
  replaceOpen: boolean
  /** The sheet of shortcuts. */
  shortcutsOpen: boolean
}

export type ShellStore = StoreApi<Shell>

export function createShell(): ShellStore {
  return createStore<Shell>(() => ({
    settingsOpen: false,
    settingsPage: 'connections',
    versions: null,
    keepingVersion: false,
    replaceOpen: false,
    shortcutsOpen: false,
  }))
}

export const ShellContext = createContext<ShellStore | null>(null)

export function useShellStore(): ShellStore {
  const shell = useContext(ShellContext)
  if (shell === null) throw new Error('This part of the interface is drawn outside of the app.')
  return shell
}

export function useShell<T>(select: (shell: Shell) => T): T {
  return useStore(useShellStore(), select)
}
