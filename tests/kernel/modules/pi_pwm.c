// A PWM chip as a Raspberry Pi's with dtoverlay=pwm, GPIO18 given to it: it sounds nothing, and counts the tones.
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>

// Properties of a device tree, in a computer that has none: big-endian numbers, and words with a zero after each.
static char compatible[] = "brcm,bcm2835-pwm";
static __be32 handle = cpu_to_be32(7);
static __be32 pins = cpu_to_be32(18);

static ssize_t property_read(struct file *file, struct kobject *of, struct bin_attribute *property, char *to, loff_t at,
			     size_t size)
{
	return memory_read_from_buffer(to, size, &at, property->private, property->size);
}

#define PROPERTY(called, held)                                                                                       \
	{                                                                                                            \
		.attr = { .name = called, .mode = 0444 }, .size = sizeof(held), .private = &held, .read = property_read \
	}

static struct bin_attribute of_chip[] = { PROPERTY("compatible", compatible), PROPERTY("pinctrl-0", handle) };
static struct bin_attribute *of_chips[] = { &of_chip[0], &of_chip[1], NULL };
static const struct attribute_group node = { .name = "of_node", .bin_attrs = of_chips };
static struct bin_attribute of_pins[] = { PROPERTY("phandle", handle), PROPERTY("brcm,pins", pins) };

static uint tones;
static ulong tone_ns;
static ulong sounding_ns;

// A duty above the period never gets here, and nothing else is refused.
static int count(struct pwm_chip *chip, struct pwm_device *pwm, const struct pwm_state *state)
{
	ulong before = sounding_ns;

	sounding_ns = state->enabled && state->duty_cycle ? state->period : 0;
	if (sounding_ns && sounding_ns != before) {
		tones++;
		tone_ns = sounding_ns;
	}
	return 0;
}

static const struct pwm_ops ops = { .apply = count, .owner = THIS_MODULE };
static struct pwm_chip chip = { .ops = &ops, .npwm = 2 };
static struct platform_device *device;
static struct kobject *tree, *base, *pinctrl;

static int __init pi_pwm_init(void)
{
	device = platform_device_register_simple("fe20c000.pwm", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	tree = kobject_create_and_add("devicetree", firmware_kobj);
	base = kobject_create_and_add("base", tree);
	pinctrl = kobject_create_and_add("pwm_pins", base);
	if (!pinctrl || sysfs_create_bin_file(pinctrl, &of_pins[0]) || sysfs_create_bin_file(pinctrl, &of_pins[1]) ||
	    sysfs_create_group(&device->dev.kobj, &node))
		return -ENOMEM;
	chip.dev = &device->dev;
	return pwmchip_add(&chip);
}

module_init(pi_pwm_init);
module_param(tones, uint, 0444);
MODULE_PARM_DESC(tones, "how many tones have begun");
module_param(tone_ns, ulong, 0444);
MODULE_PARM_DESC(tone_ns, "the period of the last one");
MODULE_LICENSE("GPL");
