/** The look of Baton for Mantine: its palette, sizes and the defaults of the components that it uses. */
import type { Translate } from '../../src-shared/languages/translate'
import {
  convertCssVariables,
  createTheme,
  defaultCssVariablesResolver,
  defaultVariantColorsResolver,
  mergeMantineTheme,
  DEFAULT_THEME,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef0fe',
  '#dfe2fc',
  '#c3c8f9',
  '#a5abf5',
  '#8b90f7',
  '#666cec',
  '#4f55e0',
  '#4248c4',
  '#373ca3',
  '#2b2f80',
]
const grey: MantineColorsTuple = [
  '#f6f7fa',
  '#eff1f5',
  '#e3e6ed',
  '#d3d8e2',
  '#b9c0ce',
  '#8d96a8',
  '#6b7488',
  '#4c5467',
  '#333a49',
  '#1b1f2a',
]
/** Mantine reads its dark surfaces from this one: 0 is text, 6 inputs, 7 the page. */
const dark: MantineColorsTuple = [
  '#e6e9f0',
  '#c4cad6',
  '#9aa3b5',
  '#7d879b',
  '#3a4252',
  '#2b313e',
  '#20252f',
  '#1a1e27',
  '#141820',
  '#0f1218',
]
const red: MantineColorsTuple = [
  '#fdecee',
  '#fad4d8',
  '#f5aeb5',
  '#f38b94',
  '#ee6f7b',
  '#dc4452',
  '#c42f3d',
  '#a92632',
  '#8b1f29',
  '#6d1820',
]

const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  // Mantine chooses the words on a fill by the light look alone; ours follow the look.
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant === 'filled') return { ...colors, color: 'var(--bt-on-accent)' }
    return input.color === 'red' ? { ...colors, color: 'var(--bt-danger)' } : colors
  },
  luminanceThreshold: 0.3,
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
  colors: { indigo, gray: grey, dark, red },
  black: '#1b1f2a',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.35' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '1.3' },
      h2: { fontSize: '15px', lineHeight: '1.35' },
      h3: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  components: {
    // The scroll lock of overlays writes a style element, which the content policy refuses; the page never scrolls anyway.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        // There at once, and `FocusKeeper` gives it the focus; only its picture fades in (theme.css). The library's way is there some frames later,
        // and what is typed before that goes to what lies behind.
        transitionProps: { duration: 0 },
        overlayProps: { backgroundOpacity: 0.35 },
        radius: 10,
      },
    },
    Badge: { defaultProps: { tt: 'none', fw: 550 } },
    Spotlight: { defaultProps: { lockScroll: false, transitionProps: { duration: 0 } } },
    SpotlightRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 0 } } },
    Tooltip: {
      defaultProps: {
        transitionProps: { duration: 120 },
        withArrow: false,
        fz: 12,
      },
    },
    Menu: {
      defaultProps: {
        // There at once, and `MenuList` has the focus.
        transitionProps: { duration: 0 },
        trapFocus: false,
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        position: 'bottom-start',
        // As high as there is room; a longer one scrolls by itself, since the page under it does not bring its end into the window.
        middlewares: { size: { padding: 8 } },
      },
    },
    // There at once, and `PopoverPanel` has the focus: what fades in is there a frame later, and the key before that is lost.
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md' } },
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 32, variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', allowDeselect: false } },
    Switch: { defaultProps: { size: 'sm' } },
  },
})

/** The look, with the few words that Mantine's components have of their own. */
export function themeIn(t: Translate): MantineThemeOverride {
  return createTheme({
    ...theme,
    components: {
      ...theme.components,
      // Of the palette, the only dialog without a title, whose words would go before it.
      ModalContent: { defaultProps: { 'aria-label': t('Find') } },
      ModalCloseButton: { defaultProps: { 'aria-label': t('Close') } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('Close') } } },
    },
  })
}

/**
 * Writes Mantine's variables into the page as a constructed style sheet, which a strict content policy allows
 * (Mantine's own way is a style element).
 */
export function installThemeVariables(page: Document): void {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const sheet = new CSSStyleSheet()
  const variables = defaultCssVariablesResolver(merged)
  // Words in red are as dark or light as they have to be to be read.
  const red = { '--mantine-color-red-light-color': 'var(--bt-danger)', '--mantine-color-red-text': 'var(--bt-danger)' }
  const readable = { ...variables, light: { ...variables.light, ...red }, dark: { ...variables.dark, ...red } }
  sheet.replaceSync(convertCssVariables(readable, ':root'))
  page.adoptedStyleSheets = [sheet, ...page.adoptedStyleSheets]
}
