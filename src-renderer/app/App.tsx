/** The app: theme, notifications, the bar that says when the link is down, and the page of the route. */
import { MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { CrashNotice } from '../crashes/CrashNotice'
import { InboxButton } from '../inbox/InboxButton'
import { isLockedOut } from '../link/locked-out'
import { FlowDrop } from '../library/FlowDrop'
import { LibraryPage } from '../library/LibraryPage'
import type { SettingsPage } from '../settings/SettingsDialog'
import { NewVersionNotice } from '../updates/NewVersionNotice'
import { HintLayer } from '../ui/hints'
import { LanguageProvider, useT } from '../ui/language'
import { LayersProvider } from '../ui/layers/use-layer'
import { ServicesProvider, usePreferences, useServices, type Services } from '../ui/services'
import { themeIn } from '../ui/theme'
import { FlowPage } from './FlowPage'
import { ErrorBoundary } from './ErrorScreen'
import { SETTINGS } from './panels'
import { LinkSheets } from './LinkSheet'
import type { createRoutes, PageRoute, Route } from './routes'
import styles from './App.module.css'

type AppProps = {
  services: Services
  routes: ReturnType<typeof createRoutes>
  /** An error took the place of the app. */
  onCaught: (cause: unknown) => void
}

export function App({ services, routes, onCaught }: AppProps) {
  return (
    <ServicesProvider services={services}>
      <LanguageProvider language={services.language}>
        <Themed>
          <Notifications position="bottom-center" limit={4} classNames={{ root: styles.notices }} />
          <ErrorBoundary onCaught={onCaught}>
            <LayersProvider>
              <FollowPreferences />
              <HintLayer />
              <LinkBar />
              <CrashNotice />
              <NewVersionNotice />
              <FlowDrop />
              <Page routes={routes} />
            </LayersProvider>
          </ErrorBoundary>
        </Themed>
      </LanguageProvider>
    </ServicesProvider>
  )
}

function Page({ routes }: { routes: AppProps['routes'] }) {
  const route = useStore(routes)
  const [last, setLast] = useState<Route | null>(null)
  const [page, setPage] = useState<PageRoute>(FLOWS)
  /** The first is looked at. */
  const [links, setLinks] = useState<readonly string[]>([])
  if (route !== last) {
    setLast(route)
    if (route.page !== 'link') setPage(route)
    setLinks(route.page === 'link' ? [...new Set([...links, route.link])] : links.slice(1))
  }
  const leaveLink = (): void => {
    setLinks(links.slice(1))
    if (links.length === 1) routes.go(page)
  }
  return (
    <>
      {page.page === 'flows' ? <Flows /> : <FlowPage key={page.id} id={page.id} />}
      <LinkSheets links={links} onClose={leaveLink} />
    </>
  )
}

const FLOWS: PageRoute = { page: 'flows' }

function Flows() {
  const [settings, setSettings] = useState<SettingsPage | null>(null)
  return (
    <>
      <LibraryPage
        inbox={<InboxButton side="bottom" />}
        onSettings={() => setSettings('connections')}
        onConnect={() => setSettings('connect')}
      />
      {SETTINGS !== null && (
        <SETTINGS opened={settings !== null} onClose={() => setSettings(null)} page={settings ?? 'connections'} />
      )}
    </>
  )
}

function Themed({ children }: { children: ReactNode }) {
  const t = useT()
  const theme = useMemo(() => themeIn(t), [t])
  const wanted = usePreferences((preferences) => preferences.theme)
  const isSystemDark = useMediaQuery(
    '(prefers-color-scheme: dark)',
    window.matchMedia('(prefers-color-scheme: dark)').matches,
  )
  const scheme = wanted === 'system' ? (isSystemDark ? 'dark' : 'light') : wanted
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}

/** Another window may change the preferences. */
function FollowPreferences() {
  const { client, preferences } = useServices()
  useEffect(
    () =>
      client.stream(
        'app.changes',
        {},
        {
          onItem(change) {
            if (change.what === 'preferences') void preferences.load()
          },
        },
      ),
    [client, preferences],
  )
  return null
}

function LinkBar() {
  const t = useT()
  const { link } = useServices()
  const isDown = useStore(link, (status) => status.state === 'closed')
  const isOut = useLockedOut(isDown)
  if (!isDown) return null
  return (
    <div className={styles.linkBar} role="status">
      {isOut
        ? t(
            'Baton was started again and has a new address. Open the address that it printed; this page then goes on by itself.',
          )
        : t('Reconnecting. You can go on editing; it is saved when the connection is back.')}
    </div>
  )
}

const ASK_EVERY_MS = 2000

/** While the link is down: whether the program is back and does not know this page any more. */
function useLockedOut(isDown: boolean): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (!isDown) return
    const timer = setInterval(() => void isLockedOut().then(setOut), ASK_EVERY_MS)
    return () => {
      clearInterval(timer)
      setOut(false)
    }
  }, [isDown])
  return isOut
}
