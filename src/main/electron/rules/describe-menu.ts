import type { MenuItemConstructorOptions } from 'electron'

/**
 * The smallest useful menu. Without the editing roles, copy and paste by keyboard do not work on macOS. The menu has no item
 * to reload the page or to open the developer tools.
 */
export function describeMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = {
    role: 'viewMenu',
    submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
  }
  if (platform === 'darwin') return [{ role: 'appMenu' }, { role: 'editMenu' }, view, { role: 'windowMenu' }]
  return [{ role: 'fileMenu', submenu: [{ role: 'quit' }] }, { role: 'editMenu' }, view]
}
