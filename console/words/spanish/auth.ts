import type { Words } from '../english';

export const auth: Words['auth'] = {
  signIn: 'Iniciar sesión',
  signInToContinue: 'Inicie sesión para abrir la página solicitada.',
  email: 'Correo electrónico',
  continueWith: (provider) => `Continuar con ${provider}`,
  newHere: (link) => ['¿Es nuevo aquí? ', link('Crear una cuenta')],
  code: 'Código',
  enterCode: 'Introducir un código',
  sixDigits: 'Seis cifras de su aplicación de autenticación o uno de sus códigos de recuperación.',
  fromApp: 'De su aplicación de autenticación.',
  fromAppOrRecovery: 'De su aplicación de autenticación, o un código de recuperación.',
  goOn: 'Continuar',
  lostBoth: (link) => [
    '¿Ha perdido la aplicación y los códigos? Un propietario de su cuenta o un operador del servicio puede desactivar por usted el inicio de sesión en dos pasos. ',
    link('Iniciar sesión como otro usuario'),
  ],
  password: 'Contraseña',
  passwordSignsOut: 'Al cambiar la contraseña se cierra su sesión en todos los demás dispositivos.',
  newPassword: 'Contraseña nueva',
  changePassword: 'Cambiar la contraseña',
  proof: {
    title: 'Confirme que es usted',
    yourPasswordHere: (provider) => `Su contraseña de aquí, no la de ${provider}.`,
    atProvider: (provider, link) => [
      link(`Vuelva a iniciar sesión en ${provider}`),
      ' si no tiene contraseña aquí. Volverá a la página y enviará el formulario otra vez.',
    ],
    needsCode:
      'Para esto hace falta un código introducido en los últimos cinco minutos. Su formulario aún no se ha enviado; después se envía tal como lo rellenó.',
    needsPassword:
      'Para esto hace falta su contraseña, introducida en los últimos cinco minutos. Su formulario aún no se ha enviado; después se envía tal como lo rellenó.',
    filesAgain: 'Los archivos no se envían: volverá al formulario y los elegirá de nuevo.',
    goBack: 'Cancelar y volver a la página',
  },
  needed: {
    title: 'Hace falta un segundo factor',
    account:
      'Su cuenta exige a cada miembro el inicio de sesión en dos pasos. Un propietario de la cuenta puede cambiarlo.',
    nothingChanged: 'Esta sesión no lo tiene, así que no se ha cambiado nada.',
    setUp: (link) => [
      link('Configure el inicio de sesión en dos pasos'),
      ', o cierre la sesión e iníciela de nuevo con un código si tiene uno; después envíe el formulario otra vez.',
    ],
  },
  setUp: {
    title: 'Configurar el inicio de sesión en dos pasos',
    qrCode: 'Código QR para una aplicación de autenticación',
    scan: 'Escanee esto con una aplicación de autenticación o escriba en ella la clave. Después introduzca el código que muestra.',
    key: 'Clave: ',
    digits: 'Seis cifras, nuevas cada 30 segundos.',
    turnOn: 'Activar',
    leaveOff: 'Dejar desactivado',
  },
  recovery: {
    title: 'Sus códigos de recuperación',
    shownOnce:
      'Estos códigos solo se muestran ahora. Cada uno le permite iniciar sesión una vez si pierde el teléfono: imprímalos o guárdelos con sus contraseñas.',
    saved: 'Los he guardado',
    newTitle: 'Códigos de recuperación nuevos',
    replaceAll: 'Diez códigos nuevos sustituyen a todos los anteriores, que dejan de funcionar.',
    make: 'Crear códigos nuevos',
    keep: 'Conservar los antiguos',
  },
  turnOff: {
    title: 'Desactivar el inicio de sesión en dos pasos',
    means: 'La contraseña sola volverá a bastar y los códigos de recuperación dejarán de funcionar.',
    off: 'Desactivar',
    keep: 'Dejar activado',
  },
  signUp: {
    title: 'Crear una cuenta',
    company: 'Empresa',
    yourName: 'Su nombre',
    create: 'Crear la cuenta',
    registered: (link) => ['¿Ya está registrado? ', link('Iniciar sesión')],
  },
  security: {
    title: 'Seguridad',
    off: 'desactivado',
    offMeans:
      'Quien conozca su contraseña puede iniciar sesión. El inicio de sesión en dos pasos pide además un código de su teléfono.',
    turnOn: 'Activar el inicio de sesión en dos pasos',
    on: 'activado',
    since: (at, codesLeft) => [
      'desde ',
      at,
      codesLeft === 1 ? '. Queda un código de recuperación.' : `. Quedan ${codesLeft} códigos de recuperación.`,
    ],
    fewCodes: 'Cree códigos de recuperación nuevos antes de usar el último.',
    turnItOff: 'Desactivar',
    thisOne: 'esta',
    signOut: 'Cerrar sesión',
    where: 'Dónde tiene la sesión iniciada',
    logins: 'Sesiones',
    device: 'Dispositivo',
    unknownDevice: 'Desconocido',
    lastUsed: 'Último uso',
    sinceWhen: 'Desde',
    login: 'Sesión',
    everywhereElse: 'Cerrar sesión en todos los demás',
    requiredOn:
      'Su cuenta exige a cada miembro el inicio de sesión en dos pasos. Cierre la sesión e iníciela de nuevo con un código para continuar.',
    requiredOff: 'Su cuenta exige a cada miembro el inicio de sesión en dos pasos. Actívelo aquí para continuar.',
    changePassword: 'Cambiar la contraseña',
    twoStep: 'Inicio de sesión en dos pasos',
  },
  provider: {
    away: (name) =>
      `No se puede contactar con ${name} por el momento. Inténtelo de nuevo en un minuto o inicie sesión con su contraseña.`,
    stale: 'Este inicio de sesión comenzó en otro navegador o pestaña, o hace más de diez minutos. Empiece de nuevo.',
    notSignedIn: (name) => `${name} no ha iniciado su sesión. Empiece de nuevo o inicie sesión con su contraseña.`,
    otherPerson: (name) => `${name} identifica a una persona distinta de la de esta sesión.`,
    refused: {
      email_not_verified: (name) =>
        `${name} no ha verificado su dirección de correo. Verifíquela allí y vuelva a iniciar sesión.`,
      no_such_user: (name) =>
        `Ningún usuario tiene aquí la dirección de su sesión de ${name}. Pida a un propietario de su cuenta que le invite.`,
      other_subject: (name) =>
        `El usuario con esta dirección está vinculado a otra sesión de ${name}. Consulte a un operador del servicio.`,
      no_group: (name) =>
        `Ninguno de sus grupos en ${name} tiene acceso aquí. Consulte a quien gestiona los grupos allí.`,
      user_not_vouched: () =>
        'No se ha verificado que el usuario con esta dirección sea usted. Inicie sesión con la contraseña o consulte a un operador.',
      user_disabled: () => 'Este usuario está desactivado. Consulte a un propietario de su cuenta.',
    },
  },
};
