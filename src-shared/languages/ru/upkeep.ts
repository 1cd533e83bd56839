/** Russian: this installation: reports of crashes, newer versions. */
import type { Translations } from '../translate'
import type { UPKEEP_ZH } from '../zh/upkeep'

export const UPKEEP_RU: Translations<typeof UPKEEP_ZH> = {
  'Baton ended unexpectedly ({when}). What was saved is safe.':
    'Baton неожиданно завершил работу ({when}). Всё сохранённое цело.',
  'The command line of Baton ended unexpectedly ({when}). What was saved is safe.':
    'Команда Baton неожиданно завершила работу ({when}). Всё сохранённое цело.',
  'A window of Baton ended unexpectedly ({when}). What was saved is safe.':
    'Окно Baton неожиданно закрылось ({when}). Всё сохранённое цело.',
  'Show the report': 'Показать отчёт',
  'Crash report': 'Отчёт о сбое',
  'Crash reports': 'Отчёты о сбоях',
  'None. Baton writes one when it ends unexpectedly, and never sends it.':
    'Нет. Baton пишет отчёт, когда неожиданно завершает работу, и никогда не отправляет его сам.',
  'The report': 'Текст отчёта',
  'Nothing was sent. This text helps whoever mends Baton: you may send it to them. Read it first, in case it holds something that is nobody’s business.':
    'Ничего не отправлено. Этот текст поможет исправить Baton: его можно послать разработчикам. Сначала прочитайте его: вдруг в нём есть что-то, что посторонним знать не нужно.',
  'Save as a file': 'Сохранить в файл',
  'Copied the report.': 'Отчёт скопирован.',
  'The report could not be read': 'Не удалось прочитать отчёт',
  'The report could not be deleted': 'Не удалось удалить отчёт',
  'The report is not there any more.': 'Этого отчёта больше нет.',
  'Version {version} of Baton is available.': 'Вышла версия Baton {version}.',
  'Open its page': 'Открыть её страницу',
  'Look for new versions': 'Проверять, нет ли новой версии',
  'When Baton starts, it asks {host} which version is the newest. {host} sees your IP address and nothing else of you. Nothing is downloaded or installed.':
    'При запуске Baton спрашивает у {host}, какая версия последняя. {host} видит ваш IP-адрес и больше ничего о вас. Ничего не загружается и не устанавливается.',
  'Baton is offline, so it asks nobody.': 'Включён автономный режим, поэтому запросов нет.',
  'The newest version could not be found out.': 'Не удалось узнать последнюю версию.',
  'This is the newest version.': 'У вас последняя версия.',
}
