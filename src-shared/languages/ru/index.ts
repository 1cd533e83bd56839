/** All texts of the interface in Russian. */
import type { Catalogue } from '../translate'
import { APP_RU } from './app'
import { LIBRARY_RU } from './library'
import { SETTINGS_RU } from './settings'

export const RU: Catalogue = {
  ...APP_RU,
  ...LIBRARY_RU,
  ...SETTINGS_RU,
}
