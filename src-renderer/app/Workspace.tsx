/** The window of an open flow: top bar, rail, canvas with inspector, chat at the right, tabs at the bottom. */
import { ReactFlowProvider } from '../react-flow/react-flow'
import { useState, type ReactNode } from 'react'
import { ConsentProvider } from '../consent/consent-context'
import { ConsentSheet } from '../consent/ConsentSheet'
import { ForkDialog } from '../run/forking/ForkDialog'
import { RepeatSheet } from '../run/repeats/RepeatSheet'
import { Canvas } from '../editor/canvas/Canvas'
import { Clipboard } from '../editor/Clipboard'
import { ConflictBar } from '../editor/ConflictBar'
import { EditorProvider, useEditor, useShownEditor } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import { PaletteDrawer } from '../editor/palette/PaletteDrawer'
import { Inspector } from '../inspector/Inspector'
import { OutlinePanel } from '../outline/OutlinePanel'
import { PlanPlaceProvider } from '../plan/plan-place'
import { PastNotice } from '../run/PastNotice'
import { BreakpointFeed } from '../breakpoints/BreakpointFeed'
import { RunProvider } from '../run/store/run-context'
import { LookBack } from '../timeline/LookBackStrip'
import { ToolTrialDialog } from '../tool-trial/ToolTrialDialog'
import { useDocks } from '../ui/services'
import { KeepVersionDialog } from '../versions/KeepVersionDialog'
import { VersionsView } from '../versions/VersionsView'
import { BottomDock } from './BottomDock'
import { CanvasMenu } from './CanvasMenu'
import { ChatDock } from './ChatDock'
import { CommandPalette } from './CommandPalette'
import { FindReplace } from './FindReplace'
import { LevelBar } from './LevelBar'
import { SETTINGS } from './panels'
import { Rail } from './Rail'
import { createShell, ShellContext, useShell, useShellStore } from './shell-store'
import { ShortcutsSheet } from './ShortcutsSheet'
import { TopBar } from './TopBar'
import { useCommandKeys } from './use-commands'
import { useInnerFlow } from './use-inner-flows'
import styles from './Workspace.module.css'

export function Workspace() {
  const [shell] = useState(createShell)
  return (
    <ShellContext.Provider value={shell}>
      <ConsentProvider>
        <RunProvider
          openSettings={() => shell.setState({ settingsOpen: true, settingsPage: 'connections' })}
          openSecrets={() => shell.setState({ settingsOpen: true, settingsPage: 'secrets' })}
        >
          <PlanPlaceProvider>
            <Window />
          </PlanPlaceProvider>
        </RunProvider>
      </ConsentProvider>
    </ShellContext.Provider>
  )
}

function Window() {
  const isPaletteOpen = useDocks((docks) => docks.paletteOpen)
  const isOutlineOpen = useDocks((docks) => docks.outlineOpen)
  const shell = useShellStore()
  const versions = useShell((state) => state.versions)
  useCommandKeys()
  useInnerFlow(useShownEditor())
  return (
    <div className={styles.window}>
      <BreakpointFeed />
      <TopBar />
      <ConflictBar onShow={() => shell.setState({ versions: { begin: { before: 'theirs', after: 'now' } } })} />
      <div className={styles.middle}>
        <Rail />
        <div className={styles.work} inert={versions !== null}>
          <ShownFlow>
            {isPaletteOpen && <PaletteDrawer />}
            {isOutlineOpen && !isPaletteOpen && <OutlinePanel />}
            <main className={styles.stage}>
              <div className={styles.stageCanvas}>
                <Canvas />
                <LevelBar />
                <PastNotice place="canvas" />
                <Inspector />
              </div>
            </main>
          </ShownFlow>
          <ChatDock />
        </div>
        <Versions />
      </div>
      <LookBack />
      <BottomDock />
      <ShownFlow>
        {versions === null && <Clipboard />}
        <CanvasMenu />
        <CommandPalette />
        <FindReplace />
        <ToolTrialDialog />
      </ShownFlow>
      <Dialogs />
    </div>
  )
}

/** What is inside works on the flow that is shown, which may be inside that of the page; another one begins anew. */
function ShownFlow({ children }: { children: ReactNode }) {
  const shown = useShownEditor()
  const place = shown.within === null ? '' : runIdOf(shown.within.outer, shown.within.node)
  return (
    <EditorProvider key={place} editor={shown}>
      <ReactFlowProvider>{children}</ReactFlowProvider>
    </EditorProvider>
  )
}

function Versions() {
  const shell = useShellStore()
  const { versions, keepingVersion } = useShell((state) => state)
  if (versions === null) return null
  return (
    <VersionsView
      key={versions.begin === null ? 'versions' : 'conflict'}
      begin={versions.begin}
      stamp={keepingVersion}
      onKeep={() => shell.setState({ keepingVersion: true })}
      onClose={() => shell.setState({ versions: null })}
    />
  )
}

function Dialogs() {
  const shell = useShellStore()
  const { flows } = useEditor()
  const { settingsOpen, settingsPage, keepingVersion } = useShell((state) => state)
  return (
    <>
      {SETTINGS !== null && (
        <SETTINGS
          opened={settingsOpen}
          page={settingsPage}
          onClose={() => shell.setState({ settingsOpen: false, settingsPage: 'connections' })}
        />
      )}
      <KeepVersionDialog
        opened={keepingVersion}
        flows={flows}
        onClose={() => shell.setState({ keepingVersion: false })}
      />
      <ShortcutsSheet />
      <ConsentSheet />
      <ForkDialog />
      <RepeatSheet />
    </>
  )
}
