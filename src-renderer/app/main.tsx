/** Where the interface starts: the link, the preferences, then the app. */
import './zod-without-eval'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '../react-flow/looks'
import '../ui/theme.css'
import '../editor/canvas/canvas.css'
import { createRoot } from 'react-dom/client'
import { reportFaults } from '../crashes/report-faults'
import { connect } from '../link/connect'
import { createDocks } from '../ui/docks-store'
import { BROWSER_LANGUAGES, createLanguage } from '../ui/language-store'
import { createPictures } from '../ui/pictures-store'
import { createPreferences } from '../ui/preferences-store'
import { createFirstWords, notifyError, type Services } from '../ui/services'
import { installThemeVariables } from '../ui/theme'
import { App } from './App'
import { ErrorScreen } from './ErrorScreen'
import { createRoutes, parseHash, type Route } from './routes'

async function start(place: HTMLElement): Promise<void> {
  installThemeVariables(document)
  const root = createRoot(place)
  try {
    const { client, info, status } = await connect()
    const onCaught = reportFaults(client, window)
    const preferences = createPreferences(client, (cause) => notifyError('The preferences could not be kept', cause))
    await preferences.load()
    const language = createLanguage({
      preferences,
      system: BROWSER_LANGUAGES,
      onError: (cause) => notifyError('The language could not be loaded', cause),
    })
    await language.load()
    const docks = createDocks(preferences)
    docks.load()
    const routes = createRoutes(window, await firstRoute(client, preferences.store.getState().lastFlow))
    const services: Services = {
      client,
      info,
      link: status,
      preferences,
      language,
      docks,
      pictures: createPictures(client),
      connections: { known: [] },
      drafts: { of: 'window' },
      firstWords: createFirstWords(),
      openFlow: (id) => routes.go({ page: 'flow', id }),
      openLibrary: () => routes.go({ page: 'flows' }),
      openLink: (link) => routes.go({ page: 'link', link }),
    }
    root.render(<App services={services} routes={routes} onCaught={onCaught} />)
  } catch (cause) {
    root.render(<ErrorScreen cause={cause} flowText={null} />)
  }
}

/** The flow that the address names; else the one that was open last, or the list where that is gone. */
async function firstRoute(client: Services['client'], lastFlow: string | null): Promise<Route> {
  const named = parseHash(window.location.hash)
  if (named?.page === 'flow') return named
  if (lastFlow === null) return { page: 'flows' }
  const flows = await client.call('flows.list', {}).catch(() => null)
  return flows === null || flows.some(({ id }) => id === lastFlow) ? { page: 'flow', id: lastFlow } : { page: 'flows' }
}

const place = document.getElementById('root')
if (place !== null) void start(place)
