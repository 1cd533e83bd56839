/** Russian: what a flow may use outside of Baton, and asking for it. */
import type { Translations } from '../translate'
import type { CONSENT_ZH } from '../zh/consent'

export const CONSENT_RU: Translations<typeof CONSENT_ZH> = {
  'It is at {file}': 'Находится здесь: {file}',
  '{program} is not on this machine.': '{program} нет на этом компьютере.',
  'Install Node.js from nodejs.org: npx comes with it.': 'Установите Node.js с nodejs.org: npx входит в него.',
  'Install Node.js from nodejs.org: npm comes with it.': 'Установите Node.js с nodejs.org: npm входит в него.',
  'Install Node.js from nodejs.org.': 'Установите Node.js с nodejs.org.',
  'Install uv from docs.astral.sh/uv: uvx comes with it.': 'Установите uv с docs.astral.sh/uv: uvx входит в него.',
  'Install uv from docs.astral.sh/uv.': 'Установите uv с docs.astral.sh/uv.',
  'Install Docker from docs.docker.com/get-docker, and start it.':
    'Установите Docker с docs.docker.com/get-docker и запустите его.',
  'Install Python from python.org.': 'Установите Python с python.org.',
  'Install it, or give its full path in the MCP server.': 'Установите его или укажите полный путь в сервере MCP.',
  'Code of {name}': 'Код: {name}',
  'for {nodes}': 'узлы: {nodes}',
  'for {nodes} and {rest} more': 'узлы: {nodes} и ещё {rest}',
  'Allow what this flow uses?': 'Разрешить то, что использует поток?',
  'Allow this to try it out?': 'Разрешить, чтобы попробовать?',
  'only to try it out': 'только чтобы попробовать',
  'You connect and try {names} yourself. Nothing runs before you allow it. Agents may not use it yet: when one is connected to it, the flow asks you again.':
    'Вы сами подключаете и пробуете: {names}. Ничего не запустится без вашего разрешения. Агенты пока не могут это использовать: когда агента соединят с ним, поток спросит вас снова.',
  'You can take it back in the flow settings.': 'Разрешение можно отозвать в настройках потока.',
  'The flow changed meanwhile. This is what it wants to use now.':
    'Поток тем временем изменился. Вот что он хочет использовать теперь.',
  'The flow changed meanwhile. This is what it wants to use now: {things}.':
    'Поток тем временем изменился. Вот что он хочет использовать теперь: {things}.',
  '“{name}” wants to use more than you allowed. The rest stays allowed.':
    '«{name}» хочет использовать больше, чем вы разрешили. Остальное остаётся разрешённым.',
  '“{name}” wants to use more than you allowed: {things}. The rest stays allowed.':
    '«{name}» хочет использовать больше, чем вы разрешили: {things}. Остальное остаётся разрешённым.',
  '“{name}” wants to use what is listed here. Nothing runs before you allow it; you are asked again only when something changes.':
    '«{name}» хочет использовать то, что перечислено ниже. Ничего не запустится без вашего разрешения; снова вас спросят, только если что-то изменится.',
  '“{name}” wants to use {things}. Nothing runs before you allow it; you are asked again only when something changes.':
    '«{name}» хочет использовать: {things}. Ничего не запустится без вашего разрешения; снова вас спросят, только если что-то изменится.',
  '{count} allowed before': 'Разрешено ранее: {count}',
  'Runs this program on your computer': 'Запускает эту программу на вашем компьютере',
  'Runs these programs on your computer': 'Запускает эти программы на вашем компьютере',
  'Runs this code in a sandbox: no files, no network': 'Выполняет этот код в песочнице: без файлов и без сети',
  'Runs this code in a sandbox: no files, no network but for the hosts below':
    'Выполняет этот код в песочнице: без файлов, сеть — только хосты ниже',
  'Reaches any public address that a call of the tool names':
    'Обращается к любому публичному адресу, указанному при вызове инструмента',
  'Reaches a private address: this machine or your network':
    'Обращается к частному адресу: этот компьютер или ваша сеть',
  'Reaches private addresses: this machine or your network':
    'Обращается к частным адресам: этот компьютер или ваша сеть',
  'Reaches this address': 'Обращается к этому адресу',
  'Reaches these addresses': 'Обращается к этим адресам',
  'Reads this file': 'Читает этот файл',
  'Reads these files': 'Читает эти файлы',
  'Hands over this secret': 'Передаёт этот секрет',
  'Hands over these secrets': 'Передаёт эти секреты',
  Program: 'Программа',
  'Code in a sandbox': 'Код в песочнице',
  'Any public address': 'Любой публичный адрес',
  'Private address': 'Частный адрес',
  File: 'Файл',
  Secret: 'Секрет',
  '{count, plural, one {# program} other {# programs}}':
    '{count, plural, one {# программа} few {# программы} many {# программ} other {# программы}}',
  '{count, plural, one {# piece of code} other {# pieces of code}}':
    '{count, plural, one {# фрагмент кода} few {# фрагмента кода} many {# фрагментов кода} other {# фрагмента кода}}',
  '{count, plural, one {# tool that may reach any address} other {# tools that may reach any address}}':
    '{count, plural, one {# инструмент с доступом к любому адресу} few {# инструмента с доступом к любому адресу} many {# инструментов с доступом к любому адресу} other {# инструмента с доступом к любому адресу}}',
  '{count, plural, one {# private address} other {# private addresses}}':
    '{count, plural, one {# частный адрес} few {# частных адреса} many {# частных адресов} other {# частного адреса}}',
  '{count, plural, one {# address} other {# addresses}}':
    '{count, plural, one {# адрес} few {# адреса} many {# адресов} other {# адреса}}',
  '{count, plural, one {# file} other {# files}}':
    '{count, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}',
  '{count, plural, one {# secret} other {# secrets}}':
    '{count, plural, one {# секрет} few {# секрета} many {# секретов} other {# секрета}}',
  'Allow and send': 'Разрешить и отправить',
  'Allow and begin': 'Разрешить и начать',
  'Allow and answer': 'Разрешить и ответить',
  'Allow and retry': 'Разрешить и повторить',
  'Allow and continue': 'Разрешить и продолжить',
  'Allow and run again': 'Разрешить и запустить снова',
  'Allow and connect': 'Разрешить и подключить',
  'Allow and try': 'Разрешить и попробовать',
  'Not sent. Nothing ran, and your message is back below.':
    'Не отправлено. Ничего не запускалось, ваше сообщение снова внизу.',
  'Not begun. Nothing ran.': 'Не начато. Ничего не запускалось.',
  'Not answered. Nothing ran, and the question still waits.':
    'Ответ не передан. Ничего не запускалось, вопрос ещё ждёт.',
  'Not tried again. Nothing ran.': 'Не повторено. Ничего не запускалось.',
  'Not continued. Nothing ran.': 'Не продолжено. Ничего не запускалось.',
  'Not run again. Nothing was allowed.': 'Не запущено снова. Ничего не разрешено.',
  'Not connected. Nothing was started.': 'Не подключено. Ничего не запускалось.',
  'Not tried. Nothing ran.': 'Проба отменена. Ничего не запускалось.',
  'It wanted to reach {place}. Nobody allowed that, so nothing was sent there. If it is meant, write that address into the node: you are asked for it with the next message.':
    'Попытка обратиться к {place}. Разрешения не было, поэтому туда ничего не отправлено. Если так и нужно, впишите этот адрес в узел: со следующим сообщением вас о нём спросят.',
  'It wanted to reach {place}, which leads to the private address {address}. Nobody allowed that, so nothing was sent there. If it is meant, write that address into the node: you are asked for it with the next message.':
    'Попытка обратиться к {place}, который ведёт к частному адресу {address}. Разрешения не было, поэтому туда ничего не отправлено. Если так и нужно, впишите этот адрес в узел: со следующим сообщением вас о нём спросят.',
  'This turn runs the flow as it was drawn then, and that used something that is not allowed now. Say it again to run the flow as it is drawn now.':
    'Этот ход выполняет поток в прежнем виде, а тот использовал то, что сейчас не разрешено. Отправьте сообщение заново, чтобы запустить поток в нынешнем виде.',
  'Nothing ran, because nothing was allowed.': 'Ничего не запускалось, потому что ничего не разрешено.',
  'New or changed': 'Новое или изменённое',
  New: 'Новое',
  'to the connection {name}': 'подключению {name}',
  'to the program {place}': 'программе {place}',
  'to {place}': 'для {place}',
  'not encrypted': 'без шифрования',
  '{count, plural, one {# line} other {# lines}}':
    '{count, plural, one {# строка} few {# строки} many {# строк} other {# строки}}',
}
