/** Chinese: this installation: reports of crashes, newer versions. */

export const UPKEEP_ZH = {
  'Baton ended unexpectedly ({when}). What was saved is safe.': 'Baton 意外退出（{when}）。已保存的内容完好无损。',
  'The command line of Baton ended unexpectedly ({when}). What was saved is safe.':
    'Baton 命令行意外退出（{when}）。已保存的内容完好无损。',
  'A window of Baton ended unexpectedly ({when}). What was saved is safe.':
    'Baton 的一个窗口意外关闭（{when}）。已保存的内容完好无损。',
  'Show the report': '查看报告',
  'Crash report': '崩溃报告',
  'Crash reports': '崩溃报告',
  'None. Baton writes one when it ends unexpectedly, and never sends it.':
    '没有。Baton 意外退出时会写一份报告，但绝不会自行发送。',
  'The report': '报告内容',
  'Nothing was sent. This text helps whoever mends Baton: you may send it to them. Read it first, in case it holds something that is nobody’s business.':
    '没有发送任何内容。这段文字有助于修复 Baton，你可以把它发给开发者。发送前请先看一遍，以免其中有不便透露的内容。',
  'Save as a file': '另存为文件',
  'Copied the report.': '已复制报告。',
  'The report could not be read': '无法读取报告',
  'The report could not be deleted': '无法删除报告',
  'The report is not there any more.': '该报告已不存在。',
  'Version {version} of Baton is available.': 'Baton {version} 版已发布。',
  'Open its page': '打开发布页面',
  'Look for new versions': '检查新版本',
  'When Baton starts, it asks {host} which version is the newest. {host} sees your IP address and nothing else of you. Nothing is downloaded or installed.':
    'Baton 启动时会向 {host} 询问最新版本。{host} 只能看到你的 IP 地址，看不到其他任何信息。不会下载或安装任何内容。',
  'Baton is offline, so it asks nobody.': 'Baton 处于离线模式，不会向任何人询问。',
  'The newest version could not be found out.': '未能查到最新版本。',
  'This is the newest version.': '当前已是最新版本。',
} as const
