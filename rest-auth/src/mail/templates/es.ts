import type { MailLanguage } from './mail-template.ts'

export const es: MailLanguage = {
  roles: { owner: 'propietario', admin: 'administrador', member: 'miembro' },
  mails: {
    verification: {
      subject: 'Confirme su dirección de correo',
      paragraphs: ['Hola, {name}:', 'Confirme que esta es su dirección de correo electrónico.'],
      button: 'Confirmar dirección',
      reason:
        'Recibe este mensaje porque esta dirección se indicó para una cuenta. Si no fue usted, no tiene que hacer nada.',
    },
    changeEmail: {
      subject: 'Confirme el cambio de su dirección de correo',
      paragraphs: ['Hola, {name}:', 'La nueva dirección de correo de su cuenta será {newEmail}.'],
      button: 'Cambiar dirección',
      reason: 'Si no lo ha pedido usted, no abra el enlace y cambie su contraseña.',
    },
    emailChanged: {
      subject: 'Su dirección de correo ha cambiado',
      paragraphs: [
        'Hola, {name}:',
        'La dirección de correo de su cuenta es ahora {newEmail}. La dirección en la que recibe este mensaje ya no pertenece a ella.',
      ],
      reason: 'Si no fue usted, pida ayuda de inmediato a los responsables de este sitio.',
    },
    resetPassword: {
      subject: 'Restablezca su contraseña',
      paragraphs: ['Hola, {name}:', 'Con este enlace puede elegir una contraseña nueva.'],
      button: 'Elegir contraseña nueva',
      reason: 'Si no lo ha pedido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
    },
    passwordChanged: {
      subject: 'Su contraseña ha cambiado',
      paragraphs: ['Hola, {name}:', 'Se ha cambiado la contraseña de su cuenta.'],
      reason: 'Si no fue usted, restablezca su contraseña de inmediato.',
    },
    deleteUser: {
      subject: 'Confirme la eliminación de su cuenta',
      paragraphs: ['Hola, {name}:', 'Con este enlace su cuenta y todo su contenido se eliminan para siempre.'],
      button: 'Eliminar mi cuenta',
      reason: 'Si no lo ha pedido usted, no abra el enlace y cambie su contraseña.',
    },
    signUpAttempt: {
      subject: 'Ya tiene una cuenta',
      paragraphs: [
        'Hola, {name}:',
        'Alguien ha intentado registrarse con su dirección de correo. Ya tiene una cuenta: solo tiene que iniciar sesión.',
      ],
      button: 'Iniciar sesión',
      reason: 'Si no fue usted, no tiene que hacer nada: nadie ha entrado en su cuenta.',
    },
    providerLinked: {
      subject: '{provider} se ha vinculado a su cuenta',
      paragraphs: ['Hola, {name}:', 'A partir de ahora se puede iniciar sesión en su cuenta con {provider}.'],
      reason: 'Si no fue usted, desvincúlelo en su cuenta y cambie su contraseña.',
    },
    newDevice: {
      subject: 'Nuevo inicio de sesión en su cuenta',
      paragraphs: [
        'Hola, {name}:',
        'Se ha iniciado sesión en su cuenta desde un dispositivo nuevo.',
        'Dispositivo: {device}',
        'Dirección: {address}',
        'Hora: {time}',
      ],
      reason: 'Si no fue usted, cambie su contraseña y cierre las demás sesiones de su cuenta.',
    },
    invitation: {
      subject: '{inviterName} le invita a {organizationName}',
      paragraphs: ['Hola:', '{inviterName} le invita a unirse a {organizationName}. Su rol: {role}.'],
      button: 'Ver la invitación',
      reason: 'Si no sabe de qué se trata, no tiene que hacer nada.',
    },
  },
}
