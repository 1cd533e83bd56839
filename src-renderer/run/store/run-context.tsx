/** The conversations of the open flow, handed to the chat, the trace and the other panels about runs. */
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { drawnNode, innerId, isInnerId } from '../../../src-shared/flow/inner-ids'
import { useConsentStore } from '../../consent/consent-context'
import type { ConsentGuard } from '../../consent/consent-store'
import { useEditor, type Editor } from '../../editor/editor-context'
import { runIdOf } from '../../editor/levels'
import { showEdge, showNode } from '../../editor/show'
import { lastThreadOf, rememberThread } from '../../ui/last-threads'
import { notifyError, useServices, type Services } from '../../ui/services'
import { createFrames } from './frames'
import type { RunState, ThreadMemory } from './run-state'
import { createRunStore, type RunStore } from './run-store'

export type RunPlace = {
  run: RunStore
  /** Opens the settings at the connections; absent where there are none. */
  openSettings: (() => void) | undefined
  /** Opens them at the secrets. */
  openSecrets: (() => void) | undefined
}

const RunContext = createContext<RunPlace | null>(null)

type RunProviderProps = Partial<Pick<RunPlace, 'openSettings' | 'openSecrets'>> & { children: ReactNode }

/** Belongs inside the providers of the editor and of consents, and round everything that shows a run. */
export function RunProvider({ openSettings, openSecrets, children }: RunProviderProps) {
  const editor = useEditor()
  const services = useServices()
  const { guard } = useConsentStore()
  const [run] = useState(() => runStoreOf(editor, services, guard))
  useEffect(() => run.start(), [run])
  const place = useMemo(() => ({ run, openSettings, openSecrets }), [run, openSettings, openSecrets])
  return <RunContext.Provider value={place}>{children}</RunContext.Provider>
}

function runStoreOf(editor: Editor, services: Services, guard: ConsentGuard): RunStore {
  return createRunStore({
    client: services.client,
    flowId: editor.flowId,
    overlay: editor.overlay,
    memory: threadMemory(services, editor.flowId),
    frame: createFrames(),
    async beforeRun() {
      await editor.flows.flush()
      await editor.levels?.flush()
    },
    guard,
    onError: notifyError,
  })
}

function threadMemory({ preferences }: Services, flowId: string): ThreadMemory {
  return {
    read: () => lastThreadOf(preferences, flowId),
    write: (threadId) => rememberThread(preferences, flowId, threadId),
  }
}

export function useRunPlace(): RunPlace {
  const place = useContext(RunContext)
  if (place === null) throw new Error('This part of the interface needs a RunProvider around it.')
  return place
}

export function useRunStore(): RunStore {
  return useRunPlace().run
}

/** A part of the runs' state; the selector must return something stable. */
export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(useRunStore(), select)
}

/** Selects a node on the canvas, or the sub-flow that it is inside, and brings it into sight. */
export function useShowNode(): (nodeId: string) => void {
  const editor = useEditor()
  return useCallback(
    (nodeId) => {
      const { at, id } = drawnAt(editor, nodeId)
      showNode(at, drawnNode(id))
    },
    [editor],
  )
}

/** Selects an edge on the canvas, or the sub-flow that it is inside, and brings it into sight. */
export function useShowEdge(): (edgeId: string) => void {
  const editor = useEditor()
  return useCallback(
    (edgeId) => {
      const { at, id } = drawnAt(editor, edgeId)
      if (isInnerId(id)) showNode(at, drawnNode(id))
      else showEdge(at, id)
    },
    [editor],
  )
}

/** The drawing that has it in sight: what is shown where it is inside of that, else the flow itself; and its id from there. */
function drawnAt(editor: Editor, runId: string): { at: Editor; id: string } {
  const shown = editor.levels?.getState().shown ?? editor
  const around = shown.within === null ? '' : innerId(runIdOf(shown.within.outer, shown.within.node), '')
  return runId.startsWith(around) ? { at: shown, id: runId.slice(around.length) } : { at: editor, id: runId }
}
