/** All texts of the interface in Chinese. Their keys are what the interface may say. */
import { APP_ZH } from './app'
import { LIBRARY_ZH } from './library'
import { SETTINGS_ZH } from './settings'

export const ZH = {
  ...APP_ZH,
  ...LIBRARY_ZH,
  ...SETTINGS_ZH,
} as const
