// Modules that the server looks up by name at run time, for a process or thread that is given its program: see
// picture-encoder, read-workbook, log, pdf and sqlite-package in app/platform. gather.mjs traces this file; it never
// runs.
module.exports = [
  require.resolve("sharp"),
  require.resolve("read-excel-file/node"),
  require.resolve("csv-stringify/sync"),
  require.resolve("pino-pretty"),
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
];
