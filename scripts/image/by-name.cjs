// What the server looks up by its name while it runs, for a process or a thread that is handed its program: see
// picture-encoder, read-workbook, log, pdf and sqlite-package in app/platform. gather.mjs traces it; nobody runs it.
module.exports = [
  require.resolve("sharp"),
  require.resolve("read-excel-file/node"),
  require.resolve("csv-stringify/sync"),
  require.resolve("pino-pretty"),
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
];
