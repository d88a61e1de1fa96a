import type { MenuItemConstructorOptions } from 'electron'

/**
 * The least a menu must hold: without the editing roles, copying and pasting by keyboard do not work on macOS. Nothing in
 * it reloads the page or opens the developer's tools.
 */
export function describeMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = {
    role: 'viewMenu',
    submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
  }
  if (platform === 'darwin') return [{ role: 'appMenu' }, { role: 'editMenu' }, view, { role: 'windowMenu' }]
  return [{ role: 'fileMenu', submenu: [{ role: 'quit' }] }, { role: 'editMenu' }, view]
}
